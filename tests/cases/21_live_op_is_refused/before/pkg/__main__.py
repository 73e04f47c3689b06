import sys

from pkg.layers import Total

print(Total().forward(sys.stdin))

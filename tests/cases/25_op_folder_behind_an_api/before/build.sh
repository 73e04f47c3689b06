#!/bin/bash
set -e

SOC=$1
if [[ "$SOC" == a2 ]]; then
    CUSTOM_OPS=(
        "rescale_add"
        "rescale"
        "gate"
    )
else
    CUSTOM_OPS=(
        "gate"
        "rescale"
    )
fi
LEGACY_OPS="gate;rescale;"

cp tables.h "csrc/moe/rescale/op_kernel/"
bash csrc/make.sh -n "$(IFS=';'; echo "${CUSTOM_OPS[*]}")" -l "$LEGACY_OPS"

import torch


def test_invert_rows():
    x = torch.ones(2, 2)
    assert torch.equal(torch.ops._C.invert_rows(x), -x)

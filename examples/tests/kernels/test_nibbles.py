import torch

from kestrel import _custom_ops as ops


def test_unpack_knows_the_layout() -> None:
    packed = torch.tensor([[0x21, 0x43]], dtype=torch.uint8, device="cuda")
    assert ops.nibble_unpack(packed, 4).tolist() == [[1, 2, 3, 4]]


def test_round_trip() -> None:
    values = torch.randint(0, 16, (5, 32), dtype=torch.uint8, device="cuda")
    assert torch.equal(ops.nibble_unpack(ops.nibble_pack(values), 32), values)

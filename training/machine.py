"""Where training runs: the device, what it has said so far, and the seeds."""

import random
import time

import numpy as np
import torch

DEVICE = "cuda" if torch.cuda.is_available() else "cpu"
BEGAN = time.time()


def say(*words):
    print(f"[{time.time() - BEGAN:6.1f}s]", *words, flush=True)


def autocast():
    return torch.autocast(DEVICE, dtype=torch.bfloat16, enabled=DEVICE == "cuda")


def seeded(seed):
    random.seed(seed)
    np.random.seed(seed)
    torch.manual_seed(seed)

"""Client of Bellwether, narrative intelligence for the digital-asset industry."""

from . import models
from ._call import UNSET
from ._decode import Meta, Model, Page, Table
from .client import AsyncClient, Client
from .errors import (
    AnswerLost,
    ApiError,
    BellwetherError,
    Conflict,
    CreditsExhausted,
    InvalidRequest,
    NotAllowed,
    NotFound,
    NotReached,
    PaymentRequired,
    RateLimited,
    Unavailable,
)

__all__ = [
    "AnswerLost",
    "ApiError",
    "AsyncClient",
    "BellwetherError",
    "Client",
    "Conflict",
    "CreditsExhausted",
    "InvalidRequest",
    "Meta",
    "Model",
    "NotAllowed",
    "NotFound",
    "NotReached",
    "Page",
    "PaymentRequired",
    "RateLimited",
    "Table",
    "UNSET",
    "Unavailable",
    "models",
]

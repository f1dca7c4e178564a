"""The client of the Competitor Review Intelligence API."""

from . import models as models
from . import requests as requests
from ._analyses import AnalysisFailedError, WaitTimeoutError
from ._client import AsyncClient, AsyncMiddleware, AsyncNext, Client, Middleware, Next
from ._errors import (
    ApiError,
    CanceledError,
    ConflictError,
    ConnectionError,
    ErrorDetail,
    ForbiddenError,
    InternalServerError,
    InvalidApiKeyError,
    InvalidRequestError,
    MethodNotAllowedError,
    NotFoundError,
    PaginationError,
    ParseError,
    QuotaExceededError,
    RateLimitError,
    SdkError,
    TimeoutError,
    UnauthorizedError,
    UnavailableError,
)
from ._model import Model
from ._pages import AsyncList, AsyncPage, Page
from ._request import CallOptions, Upload
from ._version import SPEC_VERSION, VERSION

__all__ = [
    "SPEC_VERSION",
    "VERSION",
    "AnalysisFailedError",
    "ApiError",
    "AsyncClient",
    "AsyncList",
    "AsyncMiddleware",
    "AsyncNext",
    "AsyncPage",
    "CallOptions",
    "CanceledError",
    "Client",
    "ConflictError",
    "ConnectionError",
    "ErrorDetail",
    "ForbiddenError",
    "InternalServerError",
    "InvalidApiKeyError",
    "InvalidRequestError",
    "MethodNotAllowedError",
    "Middleware",
    "Model",
    "Next",
    "NotFoundError",
    "Page",
    "PaginationError",
    "ParseError",
    "QuotaExceededError",
    "RateLimitError",
    "SdkError",
    "TimeoutError",
    "UnauthorizedError",
    "UnavailableError",
    "Upload",
    "WaitTimeoutError",
    "models",
    "requests",
]

"""Refusals as problem documents (RFC 9457), the same on REST and on sockets."""

from typing import Any

from engine.errors import Refusal


def problem_of(refusal: Refusal) -> dict[str, Any]:
    return problem(refusal.code, refusal.kind.status, refusal.detail, dict(refusal.params))


def problem(code: str, status: int, detail: str, params: dict[str, Any]) -> dict[str, Any]:
    return {
        "type": f"urn:good-ten:refusal:{code}",
        "title": code.replace("_", " ").capitalize(),
        "status": status,
        "code": code,
        "detail": detail,
        "params": params,
    }

__all__ = ["circle"]

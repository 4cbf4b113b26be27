class Failure(Exception):
    def __init__(self, line):
        pass


class Alpha(Failure):
    def __init__(self, line):
        pass


class Beta(Failure):
    def __init__(self, line):
        pass


class Gamma(Failure):
    def __init__(self, line):
        pass


class Delta(Failure):
    def __init__(self, line):
        pass


class Epsilon(Failure):
    def __init__(self, line):
        pass


class Zeta(Failure):
    def __init__(self, line):
        pass


class Eta(Failure):
    def __init__(self, line):
        pass


class Theta(Failure):
    def __init__(self, line):
        pass


class Iota(Failure):
    def __init__(self, line):
        pass


class Kappa(Failure):
    def __init__(self, line):
        pass


class Lambda(Failure):
    def __init__(self, line):
        pass


class My(Failure):
    def __init__(self, line):
        pass


class Ny(Failure):
    def __init__(self, line):
        pass


class Xi(Failure):
    def __init__(self, line):
        pass


class Omikron(Failure):
    def __init__(self, line):
        pass


class Pi(Failure):
    def __init__(self, line):
        pass


class Rho(Failure):
    def __init__(self, line):
        pass


class Sigma(Failure):
    def __init__(self, line):
        pass


def fail(kind):
    return kind(1)


fail(Alpha)
fail(Beta)
fail(Gamma)
fail(Delta)
fail(Epsilon)
fail(Zeta)
fail(Eta)
fail(Theta)
fail(Iota)
fail(Kappa)
fail(Lambda)
fail(My)
fail(Ny)
fail(Xi)
fail(Omikron)
fail(Pi)
fail(Rho)
fail(Sigma)

from pkg.inner.job import go

go()

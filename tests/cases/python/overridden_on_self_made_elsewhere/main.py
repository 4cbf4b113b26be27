from fields import Field, Moment, Number

Field().store()
Number().check()
Moment().check()

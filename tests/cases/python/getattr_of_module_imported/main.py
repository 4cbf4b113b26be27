from old import thing, helper

thing()
helper()

import lazy

lazy.thing()

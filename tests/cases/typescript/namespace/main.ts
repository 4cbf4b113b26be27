import { Geometry } from './geometry';

Geometry.area();
Geometry.Solid.volume();
new Geometry.Point().move();
Geometry.hidden.call();

// A test runner may end its workers without their exit handlers: writes after each file of tests.
import { afterAll } from "vitest";

afterAll(() => globalThis.__callmap.write());

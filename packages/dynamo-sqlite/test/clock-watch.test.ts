import { clockWatch } from '../src/clock-watch.ts';

it.each([
  [0, 0],
  [5000, 0],
  [-5000, 0],
  [5001, 5001],
  [-5001, -5001],
  [3_600_000, 3_600_000],
])('a clock that is %i ms beside its time has jumped by %i ms, once', (byMs, expected) => {
  let [wall, monotonic] = [1_000_000, 50];
  const jump = clockWatch({ wall: () => wall, monotonic: () => monotonic });
  wall += 10_000;
  monotonic += 10_000;
  expect(jump()).toBe(0);
  wall += 700 + byMs;
  monotonic += 700;
  expect(jump()).toBe(expected);
  expect(jump()).toBe(0);
});

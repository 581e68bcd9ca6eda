import { paceOf, reportedEvery, stepOf } from '#shared/values/pace.ts';
import { withRest } from '#test/bench/with-rest.ts';

describe('the pace of a long command', () => {
  const clock = { now: 0 };
  const elapsed = () => clock.now;
  const at = (seconds: number, pace: (done: number) => string, done: number) => {
    clock.now = seconds * 1000;
    return pace(done);
  };
  beforeEach(() => {
    clock.now = 0;
  });

  it('the pace of a long command has its speed and what is left in seconds, minutes or hours', () => {
    const pace = paceOf(6000, { elapsed });
    expect(at(4, pace, 1200)).toBe('1200 of 6000, 300 a second, 16 s left');
    expect(at(600, pace, 3000)).toBe('3000 of 6000, 5.0 a second, 10 min left');
    expect(at(86_400, pace, 4000)).toBe('4000 of 6000, 0.0 a second, 12 h 0 min left');
    expect(at(86_400, pace, 6000)).toBe('6000 of 6000, 0.1 a second');
  });

  it('the pace of a long command counts for its speed only what this run did', () => {
    expect(at(10, paceOf(1000, { from: 900, elapsed }), 950)).toBe('950 of 1000, 5.0 a second, 10 s left');
  });

  it('the pace of a long command says no speed at its start, and no rest without a total', () => {
    expect(at(0, paceOf(10, { elapsed }), 0)).toBe('0 of 10');
    clock.now = 0;
    expect(at(2, paceOf(null, { elapsed }), 500)).toBe('500, 250 a second');
  });
});

it('adds the rest to the words of a bench that say how far it is, and leaves others as they are', () => {
  let now = 0;
  const told: string[] = [];
  const onStep = withRest(
    (step) => void told.push(step),
    () => now,
  );
  for (const step of ['warming up', 'round 1 of 5', 'round 2 of 5', '100 of 400 events counted', '300 of 400 events counted']) {
    onStep(step);
    now += 2000;
  }
  expect(told).toEqual([
    'warming up',
    'round 1 of 5',
    'round 2 of 5, 0.5 a second, 6 s left',
    '100 of 400 events counted',
    '300 of 400 events counted, 100 a second, 1 s left',
  ]);
});

it('tells the pace at every step of what is done', () => {
  const told: number[] = [];
  const done = reportedEvery(500, String, (pace) => void told.push(Number(pace)));
  for (const more of [499, 1, 400, 700, 10]) done(more);
  expect([told, stepOf(100), stepOf(20_000), stepOf(1e9)]).toEqual([[500, 1600], 500, 2000, 10_000]);
});

import { oneATurn } from '#lib/local/vendors/sites/one-a-turn.ts';

it('works that are asked for together are done in turn, and other things of the process in between', async () => {
  const events: string[] = [];
  const inTurn = oneATurn();
  let isOver = false;
  const others = () => {
    events.push('other');
    if (!isOver) setImmediate(others);
  };
  setImmediate(others);
  await Promise.all([1, 2, 3, 4].map((number) => inTurn(() => events.push(`work ${number}`))));
  isOver = true;
  const works = events.filter((event) => event !== 'other');
  expect(works).toEqual(['work 1', 'work 2', 'work 3', 'work 4']);
  for (const [at, event] of events.entries())
    if (event !== 'other' && at > 0) expect(events[at - 1]).toBe('other');
});

it('one that fails fails alone', async () => {
  const inTurn = oneATurn();
  const fails = inTurn(() => {
    throw new Error('spilt');
  });
  const works = inTurn(() => 2);
  await expect(fails).rejects.toThrow('spilt');
  expect(await works).toBe(2);
});

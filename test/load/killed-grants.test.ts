// Night: it kills whole processes.
import { killedGrants } from './killed-grants.ts';

describe('daily credits, on a host that is killed', () => {
  it('reach every active user of 1,000 exactly once over five kills, and the report says so', async () => {
    const { signal } = new AbortController();
    const run = await killedGrants({ users: 1000, kills: 5, within: 0.8, signal });
    expect(run).toMatchObject({
      kills: 5,
      wrong: [],
      report: {
        status: 'completed',
        granted: run.active,
        skipped: 0,
        failed: 0,
        total_credits: 5 * run.active,
      },
    });
    expect(run.active).toBe(981);
  });
});

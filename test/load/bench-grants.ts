import type { Around } from '#test/bench/around.ts';
import { type KilledGrants, killedGrants } from './killed-grants.ts';

export async function benchGrants(users: number, { signal, onStep }: Around): Promise<KilledGrants> {
  // All kills are early, so that the last process runs for long.
  const run = await killedGrants({ users, kills: 5, within: 0.25, signal, onStep });
  const { active, wrong, report } = run;
  if (wrong.length > 0) throw new Error(`${wrong.length} users have not what they should have: ${wrong.slice(0, 5)}`);
  if (report.granted !== active || report.skipped + report.failed > 0)
    throw new Error(`The report is ${JSON.stringify(report)}, of ${active} active users.`);
  return run;
}

export const printedGrants = (run: KilledGrants) =>
  `Daily credits to ${run.active} active of ${run.users} users; killed ${run.kills} times within the first quarter.\n` +
  `Every active user has exactly one grant, and the report says ${run.report.granted}.\n` +
  `${run.seconds.toFixed(1)} s with restarts; undisturbed ${run.usersPerSecond.toFixed(0)} users/s, ` +
  `${run.writesPerUser.toFixed(2)} items written a user.\n` +
  `Memory of the whole host ${run.memoryMb.atAQuarter} MB at a quarter, ${run.memoryMb.atTheEnd} MB at the end.\n`;

import { bodyOf } from '#test/journeys/answers.ts';
import type { TestApp } from '#test/kit/harness.ts';
import { mailsTo } from '#test/mail/scene.ts';
import { run, verified } from '#test/webhooks/scene.ts';
import { campaign, sendRows } from './scene.ts';

export const november = (day: number) => `2026-11-${String(day).padStart(2, '0')}`;

export const spent = (first: number, last: number, spend: string | number = '5.00') =>
  Array.from({ length: last - first + 1 }, (_, at) => campaign('Brand', spend, { day: november(first + at) }));

type Owner = { id: number; email: string; endpoint: { secret: string } };

export async function importedOn(
  app: TestApp,
  { id }: Pick<Owner, 'id'>,
  day: number,
  rows: Parameters<typeof sendRows>[2],
  more: Parameters<typeof sendRows>[3] = {},
) {
  app.world.clock.now = Date.parse(`${november(day)}T12:00:00Z`);
  return bodyOf(await sendRows(app, await app.signIn(id), rows, more));
}

export async function reported(app: TestApp, owner: Owner) {
  await run(app);
  const stops = verified(app, owner.endpoint.secret).filter(({ type }) => type === 'spend.stopped');
  return {
    events: stops.map(({ data }) => (data as { stopped_on: string }).stopped_on),
    mails: mailsTo(app, owner.email)
      .filter(({ subject }) => subject.startsWith('No spend at'))
      .map(({ subject }) => subject),
    data: stops.map(({ data }) => data),
  };
}

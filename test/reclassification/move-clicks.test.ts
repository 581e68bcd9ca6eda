import { moveClicks } from '#shared/reclassification/move-clicks.ts';
import { noCounts, type RuleApplication } from '#shared/reclassification/rules/applications.ts';

const application = (isDry: boolean) =>
  ({
    ...noCounts,
    id: 'apply_2026-11-20_1',
    accountId: 1,
    isDry,
    from: '2026-11-20',
    to: '2026-11-20',
    channelRules: [{ id: 'radio', source: 'radio', channel: 'audio' }],
    channelVersion: 1,
    createdAt: '2026-11-20T12:00:00.000Z',
  }) as unknown as RuleApplication;
const click = (sid: string, changes: object = {}) => ({
  sid,
  createdAt: '2026-11-20T10:00:00.000Z',
  networkClickIds: {},
  identifiedUsers: 1,
  facts: { channel: 'direct', paid: false, rule: 'x@1', source: 'radio', medium: '', traffic: 'human' },
  ...changes,
});
const clicks = [click('s_1'), click('s_2', { facts: undefined }), click('s_3', { erasedAt: '2026-11-20T11:00:00.000Z' }), click('s_4')];

it.each([true, false])('clicks without facts and erased clicks are kept, and others move (dry: %s)', async (isDry) => {
  const writes: string[] = [];
  const counts = await moveClicks(
    clicks.map(({ sid }) => sid),
    'live',
    application(isDry),
    {
      clicks: { stored: async () => clicks },
      identities: {
        async *linksOfClick({ sid }: { sid: string }) {
          yield sid;
        },
        moveLink: async (link: string, { channel }: { channel: string }) => void writes.push(`link ${link} ${channel}`),
      },
      storedFacts: {
        moveClick: async (before: ReturnType<typeof click>, { channel, rule }: { channel: string; rule: string }, moved: string) => {
          writes.push(`click ${before.sid} ${channel}`);
          return { ...before, moved, facts: { ...before.facts, channel, rule } };
        },
      },
    } as never,
  );
  expect(counts).toMatchObject({ clicks: 4, kept: 2, events: 0 });
  expect(counts.moves).toEqual([{ environment: 'live', from: 'direct', to: 'audio', clicks: 2 }]);
  const moved = ['s_1', 's_4'].flatMap((sid) => [`click ${sid} audio`, `link ${sid} audio`]);
  expect(writes.toSorted()).toEqual(isDry ? [] : moved.toSorted());
});

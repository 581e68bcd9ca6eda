import { moveEvents } from '#shared/reclassification/move-events.ts';
import { noCounts, type RuleApplication } from '#shared/reclassification/rules/applications.ts';
import { movedMark } from '#shared/reclassification/rules/reclassify.ts';

const createdAt = '2026-11-20T12:00:00.000Z';
const application = {
  ...noCounts,
  id: 'apply_2026-11-20_1',
  accountId: 1,
  isDry: false,
  from: '2026-11-20',
  to: '2026-11-20',
  channelRules: [{ id: 'radio', source: 'radio', channel: 'audio' }],
  channelVersion: 1,
  createdAt,
} as unknown as RuleApplication;

type Scene = { channel?: string; eventChannel?: string; movedBy?: string; receivedAt?: string };

async function moved({ channel, eventChannel = 'direct', movedBy, receivedAt = createdAt }: Scene) {
  const click = {
    sid: 's_1',
    createdAt: '2026-11-20T10:00:00.000Z',
    networkClickIds: {},
    ...(channel && {
      facts: { channel, paid: false, rule: 'x@1', source: 'radio', medium: '', traffic: 'human' },
    }),
    ...(movedBy && { moved: movedMark(movedBy, 'direct') }),
  };
  const event = { eventId: 'e1', receivedAt, click: { sid: 's_1', channel: eventChannel } };
  const writes: string[] = [];
  const counts = await moveEvents(['e1'], 'live', application, {
    clicks: { stored: async () => [click] },
    identities: { moveLink: async () => void writes.push('link') },
    storedFacts: {
      events: async () => [event],
      moveEvent: async (_: object, to: string) => void writes.push(`event to ${to}`),
    },
  } as never);
  return [counts.events, ...writes];
}

const late = '2026-11-20T12:00:00.001Z';
it.each<[string, Scene, unknown[]]>([
  ['a click without a channel moves no event', {}, [0]],
  ['an event that has the channel of its click stays', { channel: 'audio', eventChannel: 'audio' }, [0]],
  ['an event of a click that another application moved follows it, uncounted', { channel: 'audio' }, [0, 'event to audio']],
  ['an event of a moved click counts', { channel: 'audio', movedBy: application.id }, [1, 'event to audio']],
  [
    'an event that was moved before counts again after a crash, without a write',
    { channel: 'audio', eventChannel: 'audio', movedBy: application.id },
    [1],
  ],
  [
    'an event that came after the application does not count',
    { channel: 'audio', movedBy: application.id, receivedAt: late },
    [0, 'event to audio'],
  ],
])('%s', async (_, scene, expected) => {
  expect(await moved(scene)).toEqual(expected);
});

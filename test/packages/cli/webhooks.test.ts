import { webhooks } from '#packages/cli/src/commands/webhooks.ts';
import { expectPrinted } from './output-of.ts';
import { cellsOf, printed } from './printed.ts';

it('adtrail webhooks deliveries prints the status or the error of the last answer, and nothing before the first', async () => {
  const delivery = (at: number, last_attempt: object | null) => ({
    id: `evt_${at}`,
    event_type: 'key.exposed',
    status: 'pending',
    attempts: at + 10,
    happened_at: `2026-11-2${at}T10:00:00.000Z`,
    next_attempt_at: `2026-12-0${at}T10:00:00.000Z`,
    last_attempt,
  });
  const [heading, ...lines] = await printed(
    'webhooks deliveries',
    {
      deliveries: [
        delivery(1, { status: 503, error: 'The response has another status than 2xx.' }),
        delivery(2, { status: null, error: 'timeout' }),
      ],
      next_cursor: 'next',
    },
    {},
    ['whe_1'],
  );
  expect(cellsOf(heading)).toEqual(['HAPPENED_AT', 'EVENT_TYPE', 'STATUS', 'ATTEMPTS', 'ANSWER', 'NEXT_ATTEMPT_AT', 'ID']);
  expect(lines.map(cellsOf)).toEqual([
    ['2026-11-21T10:00:00.000Z', 'key.exposed', 'pending', '11', '503', '2026-12-01T10:00:00.000Z', 'evt_1'],
    ['2026-11-22T10:00:00.000Z', 'key.exposed', 'pending', '12', 'timeout', '2026-12-02T10:00:00.000Z', 'evt_2'],
    [''],
    ['More: the same command with --cursor next'],
  ]);
});

it('the commands of webhooks have these options', () => {
  const options = Object.fromEntries(webhooks.map(({ name, options = {} }) => [name, Object.keys(options)]));
  expect(options).toMatchInlineSnapshot(`
    {
      "webhooks change": [
        "event",
        "url",
        "enable",
        "disable",
      ],
      "webhooks create": [
        "event",
        "test",
      ],
      "webhooks delete": [],
      "webhooks deliveries": [
        "status",
        "limit",
        "cursor",
      ],
      "webhooks list": [],
      "webhooks replay": [
        "since",
        "delivery",
      ],
      "webhooks rotate-secret": [],
      "webhooks test": [
        "event",
      ],
    }
  `);
});

it('prints what expected/commands.txt has', () => expectPrinted(...webhooks.map(({ name }) => name)));

import type { Answer, Call } from '#packages/cli/src/api.ts';
import type { Context } from '#packages/cli/src/command.ts';
import { commands } from '#packages/cli/src/commands.ts';
import { eventTools } from '#packages/cli/src/mcp/events.ts';
import { exampleAnswer } from '#test/console/example-answers.ts';

type Query = Record<string, string | undefined>;
/** The service refuses the cursor of another request, so each parameter has to come with the cursor, too. */
const withoutEmpty = (query: Query) => Object.fromEntries(Object.entries(query).filter(([, text]) => text));

const paged = commands.filter(({ options }) => options && 'cursor' in options);
const choices: Record<string, string> = {
  limit: '2',
  from: '2026-11-01',
  to: '2026-11-02',
  environment: 'live',
};

it('the lists of the command line with pages are those of the service', () => {
  expect(paged.map(({ name }) => name).sort()).toEqual(['events list', 'months list', 'orders list', 'spend list', 'webhooks deliveries']);
});

it.each(paged.map((command) => [command.name, command] as const))(
  'adtrail %s sends --cursor with all of its other options',
  async (_, command) => {
    async function queryOf(more: Query): Promise<Query> {
      const queries: Query[] = [];
      const context = {
        args: ['x'],
        json: false,
        config: {},
        print() {},
        note() {},
        text: (option: string) => (option === 'cursor' ? more.cursor : (choices[option] ?? 'abc')),
        texts: () => [],
        isSet: () => false,
        async api(method: string, path: string, { query = {} }: Call = {}): Promise<Answer> {
          queries.push(withoutEmpty(query as Query));
          const body = exampleAnswer(method, path, {})?.body as Record<string, unknown>;
          return { status: 200, at: Date.parse('2026-11-27T12:00:00Z'), text: '', body };
        },
      } as unknown as Context;
      await command.run(context);
      expect(queries).toHaveLength(1);
      return queries[0] as Query;
    }
    const query = await queryOf({});
    const names = Object.keys(command.options ?? {}).filter((name) => name !== 'cursor');
    expect(Object.keys(query).length).toBeGreaterThanOrEqual(Math.min(2, names.length));
    expect(await queryOf({ cursor: 'next' })).toEqual({ ...query, cursor: 'next' });
  },
);

const pagedTools = eventTools.filter(({ input }) => 'cursor' in input.shape);
it.each(pagedTools.map((tool) => [tool.name, tool] as const))(
  'the tool %s sends its cursor with all of its other fields',
  async (_, tool) => {
    async function queryOf(cursor?: string): Promise<Query> {
      const queries: Query[] = [];
      const reader = {
        zone: 'UTC',
        async get(_: string, query: Query) {
          queries.push(withoutEmpty(query));
          return { status: 200, body: { events: [], next_cursor: null } };
        },
      };
      const input = {
        environment: 'live',
        outcome: 'matched',
        paid: true,
        from: '2026-11-01',
        limit: 2,
        cursor,
      };
      await tool.run(input as never, reader as never);
      expect(queries).toHaveLength(1);
      return queries[0] as Query;
    }
    const query = await queryOf();
    expect(query).toMatchObject({ outcome: 'matched', paid: 'true', from: '2026-11-01' });
    expect(await queryOf('next')).toEqual({ ...query, cursor: 'next' });
  },
);

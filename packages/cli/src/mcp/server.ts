import { McpServer } from '@modelcontextprotocol/server';
import * as z from 'zod';
import { Failure } from '../failure.ts';
import { version } from '../version.ts';
import { bookTools } from './books.ts';
import { eventTools } from './events.ts';
import { marketTools } from './market.ts';
import { performanceTools } from './performance.ts';
import { untrusted } from './present.ts';
import { reportTools } from './reports.ts';
import type { Reader, Tool } from './tool.ts';

/** A read-only key reads conversions and the funnel, and with `scope: performance` that report as well. */
export type Rights = 'reports' | 'performance' | 'signed_in';
type Served = {
  zone: string;
  rights: Rights;
  reader(): Reader;
};

const instructions = ({ zone, rights }: Served) =>
  [
    'adtrail attributes conversions, such as orders, to ad clicks. These tools read one account, and change nothing.',
    `Days are in ${zone} unless a tool is given another time_zone. Say which period, time zone and currency a figure has.`,
    'Figures are those of the API: quote them as they are, and do not estimate what is missing.',
    untrusted,
    ...(rights === 'signed_in' ? [] : ['A read-only key is in use: reports only, no single events, competitors or credits.']),
    ...(rights === 'reports' ? ['This key may not read what ads cost: that needs a key with scope performance.'] : []),
  ].join(' ');

const performanceRefusal = 'This key may not call ad_performance. It needs a read-only key that was created with scope performance.';
const signInRefusal = (name: string) =>
  `This key may not call ${name}. A read-only key reads reports; the tool needs \`adtrail mcp\` after \`adtrail login\`.`;

const annotations = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true };
const failed = (text: string) => ({ isError: true, content: [{ type: 'text' as const, text }] });

export function mcpServer(served: Served): McpServer {
  const isSignedIn = served.rights === 'signed_in';
  const all: { tools: readonly Tool[]; isPermitted: boolean }[] = [
    { tools: reportTools, isPermitted: true },
    { tools: performanceTools, isPermitted: served.rights !== 'reports' },
    { tools: [...eventTools, ...bookTools, ...marketTools], isPermitted: isSignedIn },
  ];
  const permitted = all.flatMap(({ tools, isPermitted }) => (isPermitted ? tools : []));
  const server = new McpServer({ name: 'adtrail', version }, { instructions: instructions(served) });
  for (const { name, title, description, input, output, run } of permitted)
    server.registerTool(name, { title, description, inputSchema: input, outputSchema: output, annotations }, async (input: unknown) => {
      try {
        return await run(input as never, served.reader());
      } catch (error) {
        return failed(sentenceOf(error));
      }
    });
  const refused = all.flatMap(({ tools, isPermitted }) => (isPermitted ? [] : tools));
  if (refused.length > 0) refuse(server, refused, permitted);
  return server;
}

/** A tool that is not permitted is not listed, and a call of it says what it needs. */
function refuse(server: McpServer, refused: readonly Tool[], permitted: readonly Tool[]): void {
  for (const { name, title } of refused)
    server.registerTool(name, { title, inputSchema: z.looseObject({}), annotations }, async () =>
      failed(performanceTools.some((tool) => tool.name === name) ? performanceRefusal : signInRefusal(name)),
    );
  server.server.setRequestHandler('tools/list', () => ({
    tools: permitted.map(({ name, title, description, input, output }) => ({
      name,
      title,
      description,
      annotations,
      inputSchema: schemaOf(input, 'input'),
      outputSchema: schemaOf(output, 'output'),
    })),
  }));
}

type Schema = Record<string, never> & { type: 'object' };
const schemaOf = (schema: z.ZodObject, io: 'input' | 'output') =>
  ({ ...z.toJSONSchema(schema, { io }), type: 'object' }) as unknown as Schema;

function sentenceOf(error: unknown): string {
  if (!(error instanceof Failure)) return 'The answer of the service was not understood. Is the command line up to date?';
  return `${error.message}${error.requestId ? ` (request ${error.requestId})` : ''}`;
}

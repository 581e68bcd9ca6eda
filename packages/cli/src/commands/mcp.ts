import type { Command } from '../command.ts';
import { usage } from '../failure.ts';

export const mcp: Command = {
  name: 'mcp',
  summary: 'Answer an assistant by the Model Context Protocol, on stdin and stdout; it only reads',
  options: {
    'time-zone': { value: 'ZONE', text: 'IANA time zone of days that the assistant names (default: UTC)' },
  },
  examples: ['ADTRAIL_READ_KEY=rk_live_… adtrail mcp', 'adtrail mcp --time-zone Europe/Lisbon'],
  async run({ text, config, configNow, note }) {
    const zone = text('time-zone') ?? 'UTC';
    if (!isZone(zone)) throw usage(`--time-zone ${zone}: an IANA time zone expected, such as Europe/Lisbon.`);
    if (Number(process.versions.node.split('.')[0]) < 20) throw usage('`adtrail mcp` needs Node 20 or later.');
    const { serve } = await import('../mcp/serve.ts');
    const isSignedIn = config.readKey === undefined && config.accessToken !== undefined;
    serve({
      zone,
      isSignedIn,
      baseUrl: config.baseUrl,
      // An MCP server runs for weeks, so each call reads the current sign-in.
      configNow,
    });
    note(`Reads ${config.baseUrl}${isSignedIn ? '' : ', reports only'}. It ends with its stdin.`);
  },
};

function isZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }) !== null;
  } catch {
    return false;
  }
}

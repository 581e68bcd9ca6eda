import type { Command } from './command.ts';

export const globalOptions = {
  json: { text: 'Print JSON, one value per line' },
  'base-url': { value: 'URL', text: 'Address of the service (default: ADTRAIL_BASE_URL, or that of login)' },
  profile: { value: 'NAME', text: 'Credentials of login --profile NAME, before those of the environment' },
  help: { short: 'h', text: 'Show this help' },
  version: { short: 'v', text: 'Show the version' },
} as const;

const lines = (pairs: readonly (readonly [string, string])[]) => {
  const width = Math.max(...pairs.map(([left]) => left.length));
  return pairs.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`).join('\n');
};
const optionsOf = (options: NonNullable<Command['options']>) =>
  lines(
    Object.entries(options).map(([name, { short, value, text }]) => [
      `${short ? `-${short}, ` : ''}--${name}${value ? ` ${value}` : ''}`,
      text,
    ]),
  );

export const overview = (commands: readonly Command[]) => `adtrail <command> [options]

Commands
${lines(commands.map(({ name, args, summary }) => [[name, args].filter(Boolean).join(' '), summary]))}

Options of every command
${optionsOf(globalOptions)}

Environment: ADTRAIL_BASE_URL, ADTRAIL_ACCESS_TOKEN, ADTRAIL_SECRET_KEY, ADTRAIL_READ_KEY, ADTRAIL_PROFILE,
ADTRAIL_CONFIG_DIR.
Exit codes: 0 done, 1 refused, 2 wrong usage, 3 not signed in, 4 no response.
`;

export const helpOf = ({ name, args, summary, options = {}, examples }: Command) => `${summary}.

Usage: adtrail ${[name, args].filter(Boolean).join(' ')} [options]

Options
${optionsOf({ ...options, ...globalOptions })}

Examples
${examples.map((example) => `  ${example}`).join('\n')}
`;

import { appendFileSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { days } from '#shared/values/durations.ts';

/** A mail as the engine stores it; `at` in seconds. */
export type StoredMail = {
  at?: number;
  destination?: { to?: string[] | undefined; cc?: string[] | undefined; bcc?: string[] | undefined };
};

const keptMails = 1000;
/** As long as a deleted account can be restored. Addresses that it had before are in no table any more. */
const keptMs = days(30);

export const isFresh = ({ at }: StoredMail, now: number): boolean =>
  at === undefined || at * 1000 >= now - keptMs;

export function isTo({ destination }: StoredMail, address: string): boolean {
  const { to = [], cc = [], bcc = [] } = destination ?? {};
  return [...to, ...cc, ...bcc].some((one) => one.toLowerCase() === address.toLowerCase());
}

/** The latest mails of a file. A line that a kill cut off is none. */
export const mailsIn = (file: string): StoredMail[] =>
  existsSync(file) ? readFileSync(file, 'utf8').split('\n').flatMap(parsed).slice(-keptMails) : [];

export function writeMails(file: string, mails: readonly StoredMail[]): void {
  // Whole or not at all: a kill must not take mails that stay.
  writeFileSync(`${file}.new`, mails.map(lineOf).join(''), { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

export const addMail = (file: string, mail: StoredMail): void => appendFileSync(file, lineOf(mail));

const lineOf = (mail: StoredMail) => `${JSON.stringify(mail)}\n`;

function parsed(line: string): StoredMail[] {
  try {
    const mail: unknown = JSON.parse(line);
    return mail !== null && typeof mail === 'object' ? [mail as StoredMail] : [];
  } catch {
    return [];
  }
}

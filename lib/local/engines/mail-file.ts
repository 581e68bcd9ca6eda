import { appendFileSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { days } from '#shared/values/durations.ts';

/** `at` is in seconds. */
export type StoredMail = {
  at?: number;
  destination?: { to?: string[] | undefined; cc?: string[] | undefined; bcc?: string[] | undefined };
};

const keptMails = 1000;
/** A deleted account can be restored within 30 days, and only its mails name its earlier addresses. */
const keptMs = days(30);

export const isFresh = ({ at }: StoredMail, now: number): boolean => at === undefined || at * 1000 >= now - keptMs;

export function isTo({ destination }: StoredMail, address: string): boolean {
  const { to = [], cc = [], bcc = [] } = destination ?? {};
  return [...to, ...cc, ...bcc].some((recipient) => recipient.toLowerCase() === address.toLowerCase());
}

export const mailsIn = (file: string): StoredMail[] =>
  existsSync(file) ? readFileSync(file, 'utf8').split('\n').flatMap(parsed).slice(-keptMails) : [];

export function writeMails(file: string, mails: readonly StoredMail[]): void {
  // The rename is atomic, so a kill loses no mails.
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

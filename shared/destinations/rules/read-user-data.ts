import { isIP } from 'node:net';
import {
  type EmailHashes,
  emailForms,
  emailHashes,
  externalIdHashes,
  isEmail,
  isHash,
  isSha256,
  phoneForm,
  phoneHashes,
} from '#shared/consent/rules/normal-forms.ts';
import { isRawNumber } from '#shared/values/json.ts';
import { hasUserData, isFields, isOmitted, type MatchKeys, type ReadUserData, type UserDataName, userDataNames } from './match-keys.ts';

type Fields = Record<string, unknown>;
type Read = { phoneCountry: string | null; isPlaceholder(id: string): boolean };

const maxAgentLength = 1024;
const maxUrlLength = 2048;
const maxCookieLength = 1024;

const printable = (text: string, length: number): string | undefined => (text.length <= length && /^[ -~]+$/.test(text) ? text : undefined);

const webAddress = (text: string): string | undefined =>
  text.length <= maxUrlLength && /^https?:\/\//i.test(text) && URL.canParse(text) && text.isWellFormed() ? text : undefined;

/** White space only is an omission. Numbers stand for their digits. */
function textOf(value: unknown): string | undefined {
  if (isRawNumber(value)) return value.rawJSON;
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

/** A value that is no use is dropped, because an order must not fail for it. */
export async function matchKeysOf(sent: unknown, { phoneCountry, isPlaceholder }: Read): Promise<ReadUserData> {
  const read: ReadUserData = { keys: {}, ignored: [], isPhoneWithoutCountry: false };
  if (!isFields(sent)) return { ...read, ignored: hasUserData(sent) ? ['user_data'] : [] };
  const { keys } = read;
  const ignore = (name: UserDataName) => read.ignored.push(`user_data.${name}`);
  const each = async (name: UserDataName, take: (text: string) => boolean | Promise<boolean>) => {
    if (isOmitted(sent[name])) return;
    const text = textOf(sent[name]);
    if (text === undefined || !(await take(text))) ignore(name);
  };
  const plain = (
    name: UserDataName,
    field: Exclude<keyof MatchKeys, 'email' | 'phone' | 'externalId'>,
    form: (text: string) => string | undefined,
  ) =>
    each(name, (text) => {
      const value = form(text);
      if (value !== undefined) keys[field] = value;
      return value !== undefined;
    });

  if (!isOmitted(sent.email_sha256)) {
    const hashes = statedHash(sent.email_sha256);
    if (hashes) keys.email = hashes;
    else ignore('email_sha256');
  }
  await each('email', (text) => {
    if (!isEmail(text)) return false;
    keys.email = { ...keys.email, ...emailHashes(text) };
    return true;
  });
  await each('phone', async (text) => {
    if (isHash(text)) return false;
    const number = await phoneForm(text, phoneCountry);
    if (number === null) read.isPhoneWithoutCountry = true;
    else keys.phone = phoneHashes(number);
    return true;
  });
  await each('external_id', (text) => {
    const hashes = isSha256(text) || isPlaceholder(text) ? null : externalIdHashes(text);
    if (hashes) keys.externalId = hashes;
    return hashes !== null;
  });
  await plain('client_user_agent', 'clientUserAgent', (text) => printable(text, maxAgentLength));
  await plain('client_ip_address', 'clientIpAddress', (text) => (isIP(text) ? text : undefined));
  await plain('event_source_url', 'eventSourceUrl', webAddress);
  for (const name of ['fbp', 'ttp', 'obref'] as const) await plain(name, name, (text) => printable(text, maxCookieLength));
  const knownNames: readonly string[] = userDataNames;
  // An unknown name may be an address itself, so the warning does not repeat it.
  if (Object.entries(sent).some(([name, value]) => !knownNames.includes(name) && !isOmitted(value))) read.ignored.push('user_data');
  return read;
}

/** A hash says its form, because a hash of another form would never match. */
function statedHash(sent: unknown): EmailHashes | null {
  if (!isFields(sent)) return null;
  const form = emailForms.find((name) => name === sent.form);
  const value = hexOf(sent.value);
  return form && value ? { [form]: value } : null;
}

const hexOf = (value: unknown): string | undefined =>
  typeof value === 'string' && /^[\da-f]{64}$/i.test(value.trim()) ? value.trim().toLowerCase() : undefined;

/** OpenAI's fields name the form of their hashes: an e-mail in lower case, a phone number in digits, an ID with its case. */
export function matchKeysOfChannel(user: Fields): ReadUserData {
  const firstOf = (...names: string[]) => names.flatMap((name) => [user[name]].flat()).find((value) => hexOf(value) !== undefined);
  const email = hexOf(firstOf('emails_sha256', 'email_sha256'));
  const digits = hexOf(firstOf('phone_numbers_sha256', 'phone_number_sha256'));
  const cased = hexOf(firstOf('external_ids_sha256', 'external_id_sha256'));
  const agent = printable(textOf(user.user_agent) ?? '', maxAgentLength);
  const address = textOf(user.ip_address);
  const obref = printable(textOf(user.obref) ?? '', maxCookieLength);
  const keys: MatchKeys = {
    ...(email && { email: { plain: email } }),
    ...(digits && { phone: { digits } }),
    ...(cased && { externalId: { cased } }),
    ...(agent && { clientUserAgent: agent }),
    ...(address && isIP(address) && { clientIpAddress: address }),
    ...(obref && { obref }),
  };
  const used = [
    ...(email ? ['emails_sha256', 'email_sha256'] : []),
    ...(digits ? ['phone_numbers_sha256', 'phone_number_sha256'] : []),
    ...(cased ? ['external_ids_sha256', 'external_id_sha256'] : []),
    ...(keys.clientUserAgent ? ['user_agent'] : []),
    ...(keys.clientIpAddress ? ['ip_address'] : []),
    ...(keys.obref ? ['obref'] : []),
  ];
  const rest = Object.entries(user).some(([name, value]) => !used.includes(name) && !isOmitted(value));
  return { keys, ignored: rest ? ['user'] : [], isPhoneWithoutCountry: false };
}

/** Both forms of one event name the same person, so what the raw values say comes first. */
export const joined = (own: ReadUserData, channel: ReadUserData): ReadUserData => ({
  keys: {
    ...channel.keys,
    ...own.keys,
    ...(own.keys.email && channel.keys.email && { email: { ...channel.keys.email, ...own.keys.email } }),
    ...(own.keys.phone && channel.keys.phone && { phone: { ...channel.keys.phone, ...own.keys.phone } }),
    ...(own.keys.externalId && channel.keys.externalId && { externalId: { ...channel.keys.externalId, ...own.keys.externalId } }),
  },
  ignored: [...own.ignored, ...channel.ignored],
  isPhoneWithoutCountry: own.isPhoneWithoutCountry,
});

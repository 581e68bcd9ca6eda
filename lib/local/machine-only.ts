/**
 * Everything that a host has only while nobody but this machine reaches it. A host with `--public-url` or another address
 * has none of it: `test/local/exposed.test.ts` starts one and tries each.
 */
export const machineOnly = [
  /** Signs id tokens for any local process. */
  'identity_provider',
  /** Vendors that answer with made-up data, and their control port. */
  'mock_servers',
  /** A page with every mail, codes included. */
  'mail_inbox',
  /** Holds the demo account's secret key. */
  'demo_shop',
  'start_page',
  'sign_in_by_click',
  /** Vendors' keys and webhook secrets that are written in the source. */
  'known_secrets',
  /** Calls of the database, the queues and the mail service without a signature under the folder's engine key. */
  'unsigned_calls',
  'webhooks_to_this_machine',
  /** A check of a page tells what answers on a port of this machine. */
  'site_checks_on_this_machine',
  /** Front ends on any port of this machine. */
  'local_front_ends',
] as const;
export type MachineOnly = (typeof machineOnly)[number];
export type Offers = Readonly<Record<MachineOnly, boolean>>;

export const offersOf = ({ isExposed }: { isExposed: boolean }) =>
  Object.fromEntries(machineOnly.map((name) => [name, !isExposed])) as Offers;

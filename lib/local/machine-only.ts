/**
 * Features that a host has only while no other machine can reach it. A host with `--public-url` or another
 * address has none of them: `test/local/exposed.test.ts` tries each.
 */
export const machineOnly = [
  /** The provider signs ID tokens for any local process. */
  'identity_provider',
  /** The mock vendors and their control port answer with invented data. */
  'mock_servers',
  /** The page shows every mail, including codes. */
  'mail_inbox',
  /** The shop holds the demo account's secret key. */
  'demo_shop',
  'start_page',
  'sign_in_by_click',
  /** The source contains these keys and webhook secrets. */
  'known_secrets',
  /**
   * The database, the queues and the mail service accept calls without the signature of the folder's engine
   * key.
   */
  'unsigned_calls',
  'webhooks_to_this_machine',
  /** A site check can reach any port of this machine. */
  'site_checks_on_this_machine',
  /** Front ends may use any port of this machine. */
  'local_front_ends',
] as const;
export type MachineOnly = (typeof machineOnly)[number];
export type Offers = Readonly<Record<MachineOnly, boolean>>;

export const offersOf = ({ isExposed }: { isExposed: boolean }) =>
  Object.fromEntries(machineOnly.map((name) => [name, !isExposed])) as Offers;

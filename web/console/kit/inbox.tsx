import { Anchor } from '@mantine/core';
import { local } from '../core/local.ts';

/** Beside a notice of a code: where this machine's mails are; in the cloud nothing. */
export const Inbox = () =>
  local && (
    <Anchor fz="sm" c="inherit" ml={4} href={local.inbox} target="_blank" rel="noreferrer">
      Open the mail inbox of this machine
    </Anchor>
  );

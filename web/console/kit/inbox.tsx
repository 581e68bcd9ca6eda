import { Anchor } from '@mantine/core';
import { local } from '../core/local.ts';

/** Next to a notice about a code, the local host links its mails. In the cloud it shows nothing. */
export const Inbox = () =>
  local && (
    <Anchor fz="sm" c="inherit" ml={4} href={local.inbox} target="_blank" rel="noreferrer">
      Open the mail inbox of this machine
    </Anchor>
  );

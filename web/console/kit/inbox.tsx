import { Anchor } from '@mantine/core';
import { local } from '../core/local.ts';

export const Inbox = () =>
  local && (
    <Anchor fz="sm" c="inherit" ml={4} href={local.inbox} target="_blank" rel="noreferrer">
      Open the mail inbox of this machine
    </Anchor>
  );

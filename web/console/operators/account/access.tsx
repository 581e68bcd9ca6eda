import { Badge, Button, Group, PasswordInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Facts } from '../../kit/facts.tsx';
import { countText } from '../../kit/money.ts';
import { Section } from '../../kit/page.tsx';
import { operate } from '../api.ts';
import { Action } from '../kit/action.tsx';
import { useMayWrite } from '../me.ts';
import type { Account } from './account.ts';

type Dialog = 'password' | 'factor' | 'invalidate' | 'reactivate' | null;

/** Shows the user's ways to sign in, and actions that end them. */
export function Access({ account }: { account: Account }) {
  const { user, has_password, has_identity, sessions } = account;
  const mayWrite = useMayWrite();
  const [dialog, setDialog] = useState<Dialog>(null);
  const close = () => setDialog(null);
  const ways = [has_password && 'password', has_identity && 'identity provider'].filter(Boolean);
  return (
    <Section title="Access">
      <Facts
        facts={[
          ['Signs in by', ways.join(' and ') || 'nothing'],
          [
            'Second factor',
            <Badge key="mfa" color={user.mfa_enabled ? 'teal' : 'gray'}>
              {user.mfa_enabled ? 'On' : 'Off'}
            </Badge>,
          ],
          ['Sessions', countText(sessions)],
        ]}
      />
      {mayWrite && (
        <Group gap="xs" mt="md">
          <Button size="xs" variant="default" onClick={() => setDialog('password')}>
            Set a password
          </Button>
          {user.mfa_enabled && (
            <Button size="xs" variant="default" onClick={() => setDialog('factor')}>
              Remove the second factor
            </Button>
          )}
          {user.is_active && (
            <Button size="xs" variant="default" onClick={() => setDialog('invalidate')}>
              Invalidate the account
            </Button>
          )}
          {!user.is_active && user.email.startsWith('invalidate_') && (
            <Button size="xs" variant="default" onClick={() => setDialog('reactivate')}>
              Reactivate the account
            </Button>
          )}
        </Group>
      )}
      {dialog === 'password' && <SetPassword account={account} close={close} />}
      {dialog === 'factor' && (
        <Action
          title="Remove the second factor"
          about="First verify who asks, through a channel other than e-mail. Sign-ins then need the password only. The owner is notified by e-mail and can set up a new one at any time."
          label="Remove"
          isDangerous
          run={({ reason }) => operate('removeMfa', { body: { user_id: user.id, reason } })}
          result={() => 'The second factor is removed, and the owner is notified.'}
          close={close}
        />
      )}
      {dialog === 'reactivate' && <Reactivate account={account} close={close} />}
      {dialog === 'invalidate' && <Invalidate account={account} close={close} />}
    </Section>
  );
}

type Part = { account: Account; close: () => void };

function SetPassword({ account: { user }, close }: Part) {
  const [password, setPassword] = useState('');
  return (
    <Action
      title="Set a password"
      about="Ends every session of the user and notifies the owner by e-mail. Send the password through a channel other than e-mail."
      label="Set the password"
      isDangerous
      run={({ reason }) =>
        operate('changeUserPassword', { body: { user_id: user.id, new_password: password, reason } })
      }
      result={({ message }) => message}
      close={close}
    >
      {(fields) => (
        <PasswordInput
          label="New password"
          required
          autoComplete="new-password"
          visibilityToggleButtonProps={{ 'aria-label': 'Show the password', tabIndex: 0 }}
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          error={fields.new_password}
        />
      )}
    </Action>
  );
}

function Reactivate({ account: { user }, close }: Part) {
  const [email, setEmail] = useState('');
  return (
    <Action
      title="Reactivate the account"
      about="Gives the account its e-mail address and identity back. Sessions, API keys and webhook endpoints work again within 60 seconds. The owner is notified by e-mail."
      label="Reactivate"
      run={({ reason }) =>
        operate('reactivateAccount', {
          body: { user_id: user.id, ...(email && { new_email: email }), reason },
        })
      }
      result={({ user: active, already, identity_restored }) =>
        already
          ? 'It is not invalidated; nothing was changed.'
          : `The account is ${active.email} again.${identity_restored === false ? ' Its identity belongs to another account by now.' : ''}`
      }
      close={close}
    >
      {(fields) => (
        <TextInput
          label="New e-mail (if the earlier one was registered again)"
          type="email"
          autoComplete="off"
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
          error={fields.new_email}
        />
      )}
    </Action>
  );
}

function Invalidate({ account: { user }, close }: Part) {
  const [typed, setTyped] = useState('');
  return (
    <Action
      title="Invalidate the account"
      about="Suspends sessions, API keys and webhook endpoints within 60 seconds and frees the e-mail address. The record stays, and “Reactivate” undoes it. A live subscription must be paused or canceled first."
      label="Invalidate"
      isDangerous
      isReady={typed === user.email}
      run={({ reason }) => operate('invalidateAccount', { body: { user_id: user.id, reason } })}
      result={({ user: ended, already }) =>
        already ? 'It was invalidated before; nothing was changed.' : `The record is now ${ended.email}.`
      }
      close={close}
    >
      {() => (
        <TextInput
          label={`Type ${user.email} to confirm`}
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      )}
    </Action>
  );
}

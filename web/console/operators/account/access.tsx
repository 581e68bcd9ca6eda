import { Badge, Group } from '@mantine/core';
import { Facts } from '../../kit/facts.tsx';
import { countText } from '../../kit/money.ts';
import { Section } from '../../kit/page.tsx';
import { ActButton } from '../kit/act.tsx';
import type { Account } from './account.ts';

export function Access({ account }: { account: Account }) {
  const { user, has_password, has_identity, sessions } = account;
  const ways = [has_password && 'password', has_identity && 'identity provider'].filter(Boolean);
  const args = { body: { user_id: user.id } };
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
      <Group gap="xs" mt="md">
        <ActButton
          operation="changeUserPassword"
          args={args}
          ask={{ new_password: 'New password' }}
          button="Set a password"
          about="Ends every session of the user and notifies the owner by e-mail. Send the password through a channel other than e-mail."
          label="Set the password"
          isDangerous
          result={({ message }) => message}
        />
        {user.mfa_enabled && (
          <ActButton
            operation="removeMfa"
            args={args}
            button="Remove the second factor"
            about="First verify who asks, through a channel other than e-mail. Sign-ins then need the password only. The owner is notified by e-mail and can set up a new one at any time."
            label="Remove"
            isDangerous
            result={() => 'The second factor is removed, and the owner is notified.'}
          />
        )}
        {user.is_active && (
          <ActButton
            operation="invalidateAccount"
            args={args}
            button="Invalidate the account"
            about="Suspends sessions, API keys and webhook endpoints within 60 seconds and frees the e-mail address. The record stays, and “Reactivate” undoes it. A live subscription must be paused or canceled first."
            label="Invalidate"
            isDangerous
            confirmed={user.email}
            result={({ user: ended, already }) =>
              already ? 'It was invalidated before; nothing was changed.' : `The record is now ${ended.email}.`
            }
          />
        )}
        {!user.is_active && user.email.startsWith('invalidate_') && (
          <ActButton
            operation="reactivateAccount"
            args={args}
            ask={{ new_email: 'New e-mail (if the earlier one was registered again)' }}
            button="Reactivate the account"
            about="Gives the account its e-mail address and identity back. Sessions, API keys and webhook endpoints work again within 60 seconds. The owner is notified by e-mail."
            label="Reactivate"
            result={({ user: active, already, identity_restored }) =>
              already
                ? 'It is not invalidated; nothing was changed.'
                : `The account is ${active.email} again.${identity_restored === false ? ' Its identity belongs to another account by now.' : ''}`
            }
          />
        )}
      </Group>
    </Section>
  );
}

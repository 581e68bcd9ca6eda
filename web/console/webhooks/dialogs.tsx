import { Checkbox, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Answer, type ApiError, call } from '../core/api.ts';
import type { Environment } from '../core/scope.ts';
import { Confirm } from '../kit/confirm.tsx';
import { Dialog } from '../kit/dialog.tsx';
import { Form } from '../kit/form.tsx';
import { isHeld, NewSecret, useSecretChange } from '../kit/new-secret.tsx';
import { deletionOf, deliveriesOf, type Endpoint, type EventType, eventTypeNames, eventTypes } from './endpoint.ts';

export function EditEndpoint({ of, environment, close }: { of?: Endpoint; environment: Environment; close: () => void }) {
  const [url, setUrl] = useState(of?.url ?? '');
  const [description, setDescription] = useState(of?.description ?? '');
  const [events, setEvents] = useState<string[]>(of?.events ?? []);
  const chosen = events as EventType[];
  const save = useSecretChange<Answer<'createWebhookEndpoint'> | null>('webhook-endpoints', async (headers) => {
    const body = { url, description, events: chosen };
    if (!of) return await call('createWebhookEndpoint', { body: { ...body, environment } }, { headers });
    await call('changeWebhookEndpoint', { params: { id: of.id }, body });
    return null;
  });
  const title = of ? 'Edit the endpoint' : `Add a ${environment} endpoint`;
  return (
    <Dialog isHeld={isHeld(save)} onClose={close} title={save.data ? 'Your signing secret' : title}>
      {save.data ? (
        <NewSecret value={save.data.secret} kind="secret" close={close} />
      ) : (
        <Form
          run={{ ...save, mutate: () => save.mutate(undefined, { onSuccess: () => of && close() }) }}
          action={of ? 'Save' : 'Add'}
          look="filled"
        >
          <TextInput
            label="URL"
            placeholder="https://shop.example.com/hooks/adtrail"
            required
            value={url}
            onChange={(event) => setUrl(event.currentTarget.value)}
            error={save.error?.fields.url}
          />
          <TextInput
            label="Description"
            value={description}
            onChange={(event) => setDescription(event.currentTarget.value)}
            error={save.error?.fields.description}
          />
          <Checkbox.Group
            label="Events"
            description="None chosen: all, also those that are added later."
            value={events}
            onChange={setEvents}
          >
            <Stack gap={8} mt={8}>
              {eventTypeNames.map((type) => (
                <Checkbox key={type} value={type} label={type} description={eventTypes[type]} />
              ))}
            </Stack>
          </Checkbox.Group>
        </Form>
      )}
    </Dialog>
  );
}

export function RotateSecret({ of, close }: { of: Endpoint; close: () => void }) {
  const rotate = useSecretChange('webhook-endpoints', (headers) =>
    call('rotateWebhookSecret', { params: { id: of.id }, body: {} }, { headers }),
  );
  return (
    <Dialog isHeld={isHeld(rotate)} onClose={close} title="Rotate the secret">
      {rotate.data ? (
        <NewSecret value={rotate.data.secret} kind="secret" close={close} />
      ) : (
        <Form run={rotate} action="Rotate" look="filled">
          <Text fz="sm">
            The endpoint gets a new secret. For 24 hours each delivery has two signatures, so that your server can verify either.
          </Text>
        </Form>
      )}
    </Dialog>
  );
}

export function DeleteEndpoint({ of, close }: { of: Endpoint; close: () => void }) {
  const queries = useQueryClient();
  const remove = useMutation<unknown, ApiError>({
    mutationKey: deletionOf(of),
    mutationFn: async () => {
      await queries.cancelQueries({ queryKey: deliveriesOf(of) });
      return await call('deleteWebhookEndpoint', { params: { id: of.id } });
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: ['webhook-endpoints'] }),
  });
  return (
    <Confirm
      of={remove}
      title="Delete the endpoint?"
      action="Delete"
      run={() => remove.mutate(undefined, { onSuccess: close })}
      close={close}
    >
      <Text fz="sm" className="anywhere">
        {of.url} gets no more events, and its log is gone. This cannot be undone.
      </Text>
    </Confirm>
  );
}

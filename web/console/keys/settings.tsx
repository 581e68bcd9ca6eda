import { Alert, NativeSelect, NumberInput, Textarea, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Answer, type ApiError, call } from '../core/api.ts';
import { Choice } from '../kit/choice.tsx';
import { Form } from '../kit/form.tsx';
import { Loaded, Section } from '../kit/page.tsx';

type Settings = Answer<'readSettings'>;
type Pixel = { name: string; pixel_key: string | null; last4: string };

export function PixelSettings({ pixels }: { pixels: Pixel[] }) {
  const [chosen, setChosen] = useState('');
  const { pixel_key } = pixels.find((one) => one.pixel_key === chosen) ?? pixels[0] ?? {};
  const pixel = pixel_key ?? '';
  const settings = useQuery({
    queryKey: ['settings', pixel],
    queryFn: () => call('readSettings', { query: { pixel_key: pixel } }),
  });
  return (
    <Section
      title="Settings"
      about="Changes apply within 60 seconds to what arrives from then on."
      actions={
        pixels.length > 1 && (
          <Choice
            label="Public key"
            value={pixel}
            choices={pixels.map(({ name, pixel_key, last4 }) => [pixel_key ?? '', `${name} (…${last4})`])}
            choose={(key = '') => setChosen(key)}
          />
        )
      }
    >
      <Loaded query={settings} height={260}>
        {(data) => <SettingsForm key={data.pixel_key} settings={data} />}
      </Loaded>
    </Section>
  );
}

const identityModes = [
  { value: 'report', label: 'Credit it afterwards (default)' },
  { value: 'answer', label: 'Credit it in the response' },
  { value: 'off', label: 'Never credit it' },
];

const lines = (text: string) => text.split(/[\s,]+/).filter(Boolean);

function SettingsForm({ settings }: { settings: Settings }) {
  const [origins, setOrigins] = useState(settings.allowed_origins.join('\n'));
  const [types, setTypes] = useState(settings.conversion_event_types.join('\n'));
  const [clickDays, setClickDays] = useState<number | string>(settings.click_window_days);
  const [identity, setIdentity] = useState(settings.identity_attribution);
  const [primary, setPrimary] = useState(settings.primary_event_type);
  const [identityDays, setIdentityDays] = useState<number | string>(settings.identity_window_days);
  const queries = useQueryClient();
  const save = useMutation<Settings, ApiError>({
    mutationFn: () =>
      call('changeSettings', {
        query: { pixel_key: settings.pixel_key },
        body: {
          allowed_origins: lines(origins),
          conversion_event_types: lines(types),
          click_window_days: Number(clickDays),
          identity_attribution: identity,
          identity_window_days: Number(identityDays),
          primary_event_type: primary,
        },
      }),
    onSuccess: (saved) => queries.setQueryData(['settings', settings.pixel_key], saved),
  });
  const problems = save.error?.fields ?? {};
  return (
    <Form run={save} action="Save" look="filled" done="Saved.">
      <Textarea
        label="Allowed origins"
        description="One per line, such as https://shop.example. Empty: any page may use the key."
        value={origins}
        onChange={(event) => setOrigins(event.currentTarget.value)}
        onBlur={() => setOrigins(lines(origins).join('\n'))}
        error={problems.allowed_origins}
        autosize
        minRows={2}
      />
      <Textarea
        label="Event types that count as conversions"
        description="One per line. Other types are stored and attributed, but not counted."
        value={types}
        onChange={(event) => setTypes(event.currentTarget.value)}
        onBlur={() => setTypes(lines(types).join('\n'))}
        error={problems.conversion_event_types}
        autosize
        minRows={2}
        required
      />
      <NumberInput
        label="Click window, in days"
        description="How long a click earns conversions. Earlier clicks keep their window."
        value={clickDays}
        onChange={setClickDays}
        min={1}
        max={90}
        allowDecimal={false}
        hideControls
        error={problems.click_window_days}
        required
      />
      <NativeSelect
        label="Events without a known click ID"
        description="Applies to the whole account. What happens when an earlier click has the same external_user_id."
        value={identity}
        onChange={(event) => setIdentity(event.currentTarget.value as Settings['identity_attribution'])}
        data={identityModes}
        error={problems.identity_attribution}
      />
      {settings.identity_attribution === 'answer' && (
        <Alert color="orange" title="The Conversion API deviates from its specification for this account">
          An event whose click ID matches nothing is answered 200 and “matched” when its external_user_id has an earlier click. Choose
          “Credit it afterwards” to get 202 with the reason: reports show the same totals a second later.
        </Alert>
      )}
      <NumberInput
        label="User window, in days"
        description="Applies to the whole account. Maximum age in days of a click by the same external_user_id. 0 equals “Never credit it”."
        value={identityDays}
        onChange={setIdentityDays}
        min={0}
        max={400}
        allowDecimal={false}
        hideControls
        error={problems.identity_window_days}
        required
      />
      <TextInput
        label="Primary event type"
        description="Applies to the whole account. Performance and traffic are about it unless you choose another."
        value={primary}
        onChange={(event) => setPrimary(event.currentTarget.value)}
        error={problems.primary_event_type}
        required
      />
    </Form>
  );
}

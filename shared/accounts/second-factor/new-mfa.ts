import * as z from 'zod';

export const NewMfa = z
  .object({
    secret: z.string().meta({ description: 'Base32 secret to enter in the authenticator app.' }),
    otpauth_url: z.string().meta({ description: 'The same as a URL, to show as a QR code.' }),
    recovery_codes: z.array(z.string()).meta({
      description: 'Each works once in place of a code of the app. Store them separately from the device.',
    }),
  })
  .meta({ id: 'NewMfa' });

export const exampleNewMfa = {
  secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
  otpauth_url:
    'otpauth://totp/adtrail:ada%40northwind.example?issuer=adtrail&secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&algorithm=SHA1&digits=6&period=30',
  recovery_codes: ['k3v9x-2mq7d', 'p8w4z-7cj1n'],
};

import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { connect as connectSecurely } from 'node:tls';
import { publicAddresses, type Resolve } from './public-addresses.ts';

export type Dial = (target: Target) => Socket;
export type Target = { host: string; port: number; addresses: Awaited<ReturnType<typeof publicAddresses>> };

export async function openSocket(
  { protocol, hostname: host }: URL,
  { resolve, dial }: { resolve: Resolve; dial: Dial },
  signal: AbortSignal,
): Promise<Socket> {
  const isSecure = protocol === 'https:';
  const addresses = await publicAddresses(host, resolve, signal);
  const socket = await opened(dial({ host, port: isSecure ? 443 : 80, addresses }), 'connect', signal);
  if (!isSecure) return socket;
  // An environment variable could turn the certificate check off, so the option is explicit.
  const secure = connectSecurely({ socket, servername: host, rejectUnauthorized: true });
  return await opened(secure, 'secureConnect', signal);
}

/** The address was vetted, so the host's name is not resolved again. */
export const dialAny: Dial = ({ host, port, addresses }) =>
  connect({
    host,
    port,
    lookup: (_name, _options, callback) => callback(null, [...addresses]),
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: 1500,
  });

export async function opened<S extends Socket>(socket: S, event: string, signal: AbortSignal): Promise<S> {
  try {
    await once(socket, event, { signal });
    return socket;
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

// No script can export the key, so only this origin can read the text in sessionStorage.
const [database, store] = ['adtrail', 'keys'];

const resultOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

async function key(): Promise<CryptoKey> {
  const opening = indexedDB.open(database, 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(store);
  const db = await resultOf(opening);
  try {
    const read = () => resultOf(db.transaction(store).objectStore(store).get('session'));
    const storedKey = (await read()) as CryptoKey | undefined;
    if (storedKey) return storedKey;
    const newKey = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
    // If another tab has stored a key first, `add` keeps that key.
    await resultOf(db.transaction(store, 'readwrite').objectStore(store).add(newKey, 'session')).catch(() => {});
    return (await read()) as CryptoKey;
  } finally {
    db.close();
  }
}

const toText = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes));
const toBytes = (text: string) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));

export async function sealed(name: string, text: string | null): Promise<void> {
  if (text === null) return sessionStorage.removeItem(name);
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const content = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, await key(), new TextEncoder().encode(text));
  sessionStorage.setItem(name, `${toText(iv)}.${toText(new Uint8Array(content))}`);
}

export async function unsealed(name: string): Promise<string | null> {
  const storedText = sessionStorage.getItem(name);
  if (!storedText) return null;
  const [iv = '', content = ''] = storedText.split('.');
  const plain = await crypto.subtle.decrypt({ name: 'AES-GCM', iv: toBytes(iv) }, await key(), toBytes(content));
  return new TextDecoder().decode(plain);
}

export const camel = (name: string) => name.replace(/[-_.](\w)/g, (_, letter: string) => letter.toUpperCase());

export const pascal = (name: string) => capital(camel(name));

export const words = (name: string) => name.replaceAll(/[-_.]/g, ' ');

export const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

export function namesOf(name: string) {
  const one = name.replace(/s$/, '');
  const kind = name.replaceAll('-', '').toUpperCase();
  return { name, one, id: camel(name), oneId: camel(one), type: pascal(name), oneType: pascal(one), kind };
}

export function checkName(name: string): void {
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name))
    throw new Error(`"${name}" is not a name in small letters and hyphens, such as order-sources.`);
}

export function checkType(type: string, sample: string): void {
  if (!/^[a-z]+(_[a-z0-9]+)+$/.test(type)) throw new Error(`"${type}" is not a noun and what happened to it, such as ${sample}.`);
}

/** Written tests import the kit; the tools that write them do not. */
export const testFolder = '#test';
export const testKit = `${testFolder}/kit`;

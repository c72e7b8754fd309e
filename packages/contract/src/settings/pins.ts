import { MAX_NAME_LENGTH, MAX_URL_LENGTH, type UserSettings } from './settings.ts';

type Pins = UserSettings['pins'];
type Pin = Pins[number];

const MAX_PINS = 500;

export function isPinned(pins: Pins, url: string): boolean {
  return pins.some((pin) => pin.url === url);
}

/** Pinning a page twice keeps the first pin, with the name it was given. A full list stays as it is. */
export function addPin(pins: Pins, { url, name }: Pin): Pins {
  const pin = { url, name: tidyName(name) || tidyName(url) };
  const fits = pins.length < MAX_PINS && url !== '' && url.length <= MAX_URL_LENGTH;
  return fits && !isPinned(pins, url) ? [...pins, pin] : pins;
}

/** A name left empty changes nothing. */
export function renamePin(pins: Pins, url: string, name: string): Pins {
  const tidy = tidyName(name);
  return tidy === '' ? pins : pins.map((pin) => (pin.url === url ? { url, name: tidy } : pin));
}

export function removePin(pins: Pins, url: string): Pins {
  return pins.filter((pin) => pin.url !== url);
}

/** Moves a pin to a place in the list; a place outside it means the nearest end. */
export function movePin(pins: Pins, url: string, place: number): Pins {
  const pin = pins.find((candidate) => candidate.url === url);
  if (!pin) return pins;
  const others = removePin(pins, url);
  return others.toSpliced(Math.max(0, place), 0, pin);
}

/** What was removed stands where it was, between whatever the others are by now. */
export function returnPin(pins: Pins, pin: Pin, place: number): Pins {
  return movePin(addPin(pins, pin), pin.url, place);
}

function tidyName(name: string): string {
  return name.trim().slice(0, MAX_NAME_LENGTH);
}

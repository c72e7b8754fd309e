/** What customers say, by how happy they are: index 0 holds the words for one star. */
export type Opinion = {
  titles: readonly string[];
  openings: readonly string[];
  details: readonly string[];
};

export const opinions: Record<'en' | 'de', readonly Opinion[]> = {
  en: [
    {
      titles: ['Never again', 'Broke on day one', 'Not as described'],
      openings: ['I expected far more.', 'Sadly this went straight back.'],
      details: [
        'The zip gave up after two days.',
        'It arrived scratched and late.',
        'Support took a week to answer.',
      ],
    },
    {
      titles: ['Disappointing', 'Too small', 'Not worth the price'],
      openings: ['The idea is good, the making is not.', 'I wanted to like this.'],
      details: [
        'The size runs small.',
        'The colour is not the one in the picture.',
        'It leaks a little in heavy rain.',
      ],
    },
    {
      titles: ['It is okay', 'Does its job', 'Fine for the price'],
      openings: ['No surprises here.', 'Decent, with small flaws.'],
      details: [
        'Good enough for weekends.',
        'A little heavier than stated.',
        'I would buy it again on sale.',
      ],
    },
    {
      titles: ['Really good', 'Happy with it', 'Solid piece'],
      openings: ['Used it for a month now.', 'Better than my old one.'],
      details: [
        'Light, simple and well made.',
        'Survived a wet week in Scotland.',
        'Delivery was quick.',
      ],
    },
    {
      titles: ['Love it', 'Perfect!', 'Best I ever had'],
      openings: ['Exactly what I was looking for.', 'Five stars and a smile. 😊'],
      details: [
        'Packs down to nothing.',
        'My daughter stole it, so I ordered a second one.',
        'You can feel the care in every seam.',
      ],
    },
  ],
  de: [
    {
      titles: ['Nie wieder', 'Sofort kaputt', 'Nicht wie beschrieben'],
      openings: ['Ich hatte deutlich mehr erwartet.', 'Ging leider direkt zurück.'],
      details: [
        'Der Reißverschluss war nach zwei Tagen hinüber.',
        'Kam verkratzt und verspätet an.',
        'Der Kundendienst brauchte eine Woche für die Antwort.',
      ],
    },
    {
      titles: ['Enttäuschend', 'Fällt zu klein aus', 'Zu teuer dafür'],
      openings: ['Gute Idee, mäßige Ausführung.', 'Ich wollte es wirklich mögen.'],
      details: [
        'Die Größe stimmt nicht.',
        'Die Farbe sieht anders aus als auf dem Bild.',
        'Bei starkem Regen nicht ganz dicht.',
      ],
    },
    {
      titles: ['Geht in Ordnung', 'Tut, was es soll', 'Für den Preis gut'],
      openings: ['Keine Überraschungen.', 'Ordentlich, mit kleinen Schwächen.'],
      details: [
        'Fürs Wochenende reicht es.',
        'Etwas schwerer als angegeben.',
        'Im Angebot würde ich es wieder kaufen.',
      ],
    },
    {
      titles: ['Richtig gut', 'Sehr zufrieden', 'Solides Stück'],
      openings: ['Seit einem Monat im Einsatz.', 'Besser als mein altes.'],
      details: [
        'Leicht, schlicht und gut gemacht.',
        'Hat eine nasse Woche auf Rügen überstanden.',
        'Die Lieferung war schnell.',
      ],
    },
    {
      titles: ['Liebe es', 'Perfekt!', 'Das Beste bisher'],
      openings: ['Genau das habe ich gesucht.', 'Fünf Sterne und ein Lächeln. 😊'],
      details: [
        'Lässt sich winzig klein packen.',
        'Meine Tochter hat es sich geschnappt, ich habe ein zweites bestellt.',
        'Man spürt die Sorgfalt in jeder Naht.',
      ],
    },
  ],
};

export const questions = [
  {
    subject: 'Where is my order?',
    label: 'delivery',
    body: 'The tracking has not moved for days.',
  },
  {
    subject: 'Wo bleibt meine Bestellung?',
    label: 'delivery',
    body: 'Die Sendungsverfolgung steht seit Tagen still.',
  },
  { subject: 'Wrong size', label: 'return', body: 'Can I swap it for one size up?' },
  { subject: 'Falsche Größe', label: 'return', body: 'Kann ich eine Nummer größer bekommen?' },
  { subject: 'Broken on arrival', label: 'damage', body: 'The box was crushed, photo attached.' },
  { subject: 'Invoice needed', label: 'invoice', body: 'Please send it with our tax number.' },
  { subject: 'Rechnung fehlt', label: 'invoice', body: 'Ich brauche sie für die Steuer.' },
  { subject: 'Coupon does not work', label: 'coupon', body: 'It says expired, but it is not.' },
  {
    subject: 'Please delete my account',
    label: 'privacy',
    body: 'And tell me when it is done, please.',
  },
  { subject: 'Do you repair zips?', label: 'repair', body: 'The bag is four years old and loved.' },
] as const;

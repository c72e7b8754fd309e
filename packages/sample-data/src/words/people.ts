/** Where customers come from: the share of them, the language they write, names, cities. */
export type Country = {
  code: string;
  name: string;
  share: number;
  language: 'en' | 'de';
  dial: string;
  first: readonly string[];
  last: readonly string[];
  cities: readonly string[];
  streets: readonly string[];
};

const list = (words: string) => words.split(' ').map((word) => word.replaceAll('_', ' '));

export const countries: readonly Country[] = [
  {
    code: 'DE',
    name: 'Germany',
    share: 0.34,
    language: 'de',
    dial: '+49',
    first: list(
      'Anna Lukas Leonie Jürgen Käthe Maximilian Sophie Björn Jörg Ute Mia Paul Emma Günther Hannah Felix Clara Jonas Lena Moritz Marlene Tim Frieda Sören',
    ),
    last: list(
      'Müller Schmidt Schröder Groß Weiß Köhler Krüger Fischer Wagner Becker Hoffmann Schäfer Koch Bauer Richter Klein Wolf Neumann Schwarz Zimmermann Braun Hofmann Lange Böhm',
    ),
    cities: list(
      'Berlin Hamburg München Köln Leipzig Düsseldorf Nürnberg Dresden Bremen Göttingen Lübeck Freiburg',
    ),
    streets: list(
      'Hauptstraße Gartenweg Am_Markt Lindenallee Schulstraße Mühlenweg Bergstraße Rosenweg',
    ),
  },
  {
    code: 'AT',
    name: 'Austria',
    share: 0.07,
    language: 'de',
    dial: '+43',
    first: list('Johanna Elias Valentina Franz Magdalena Tobias Resi Florian Annika Stefan'),
    last: list('Gruber Huber Pichler Steiner Moser Mayr Höller Leitner Egger Wögerbauer'),
    cities: list('Wien Graz Linz Salzburg Innsbruck Sankt_Pölten'),
    streets: list('Ringstraße Kirchengasse Bahnhofstraße Wiener_Straße'),
  },
  {
    code: 'CH',
    name: 'Switzerland',
    share: 0.05,
    language: 'de',
    dial: '+41',
    first: list('Noah Urs Céline Reto Nora Beat Ladina Matteo Silvia Jürg'),
    last: list('Meier Keller Brunner Lüthi Zürcher Bühler Rossi Favre Amstutz Caduff'),
    cities: list('Zürich Bern Basel Genève Luzern Chur'),
    streets: list('Seestrasse Dorfstrasse Bahnhofplatz Rue_du_Lac'),
  },
  {
    code: 'GB',
    name: 'United Kingdom',
    share: 0.14,
    language: 'en',
    dial: '+44',
    first: list('Oliver Amelia Harry Isla George Freya Arthur Priya Siobhán Callum Ava Rhys'),
    last: list("Smith Jones Taylor Brown O'Connor Patel Evans Walker Hughes Campbell Khan Wright"),
    cities: list('London Leeds Bristol Edinburgh Cardiff Belfast Norwich York'),
    streets: list('High_Street Station_Road Church_Lane Victoria_Road Mill_Lane'),
  },
  {
    code: 'US',
    name: 'United States',
    share: 0.14,
    language: 'en',
    dial: '+1',
    first: list('Emily James Ashley Michael Madison Tyrone Olivia Carlos Grace Ethan Zoe Mateo'),
    last: list(
      'Johnson Williams Garcia Miller Davis Rodriguez Martinez Nguyen Wilson Anderson Thomas Lee',
    ),
    cities: list('Portland Austin Chicago Seattle Boston Denver Brooklyn Santa_Fé'),
    streets: list('Main_Street Oak_Avenue Maple_Drive Sunset_Boulevard 5th_Avenue'),
  },
  {
    code: 'FR',
    name: 'France',
    share: 0.08,
    language: 'en',
    dial: '+33',
    first: list('Camille Hugo Chloé Zoé Jérôme Élodie François Inès Théo Amélie'),
    last: list('Martin Bernard Lefèvre Moreau Girard Dubois Rousseau Gauthier Noël Béranger'),
    cities: list('Paris Lyon Nantes Marseille Besançon Orléans'),
    streets: list("Rue_de_la_République Avenue_Victor_Hugo Rue_de_l'Église Quai_Nord"),
  },
  {
    code: 'PL',
    name: 'Poland',
    share: 0.06,
    language: 'en',
    dial: '+48',
    first: list('Zofia Jakub Małgorzata Łukasz Agnieszka Paweł Kasia Michał'),
    last: list('Nowak Kowalski Wiśniewska Wójcik Kamiński Zieliński Dąbrowska Król'),
    cities: list('Warszawa Kraków Gdańsk Wrocław Łódź Poznań'),
    streets: list('Długa Krótka Słoneczna Polna'),
  },
  {
    code: 'ES',
    name: 'Spain',
    share: 0.05,
    language: 'en',
    dial: '+34',
    first: list('Lucía Álvaro Martina Íñigo Sofía Pablo Begoña Andrés'),
    last: list('García Fernández López Muñoz Núñez Ibáñez Romero Peña'),
    cities: list('Madrid Sevilla Valencia Bilbao Málaga Cádiz'),
    streets: list('Calle_Mayor Gran_Vía Calle_del_Sol Paseo_Marítimo'),
  },
  {
    code: 'JP',
    name: 'Japan',
    share: 0.04,
    language: 'en',
    dial: '+81',
    first: list('陽菜 蓮 Haruto Yui 美咲 Sakura Kenji 大翔'),
    last: list('佐藤 鈴木 Takahashi 田中 Watanabe Itō Yamamoto 中村'),
    cities: list('東京 Osaka Kyōto Sapporo Fukuoka'),
    streets: list('Sakura-dōri Meiji-dōri 銀座 Ginza'),
  },
  {
    code: 'IN',
    name: 'India',
    share: 0.03,
    language: 'en',
    dial: '+91',
    first: list('Aarav Diya Rohan Ananya Vikram Meera Arjun Lakshmi'),
    last: list('Sharma Iyer Reddy Singh Gupta Nair Chatterjee Desai'),
    cities: list('Mumbai Bengaluru Delhi Chennai Pune'),
    streets: list('MG_Road Park_Street Lake_View_Road Station_Road'),
  },
];

export const mailHosts = list('example.com example.org example.net mail.example post.example');

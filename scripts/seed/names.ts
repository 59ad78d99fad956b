// What invented shoppers are called and where they live; those that come first are drawn more often.

export const FIRST_NAMES =
  "Wanjiku Achieng Brian Faith Kevin Mercy Otieno Akinyi Dennis Mwende Kamau Aisha Njeri Collins Chebet Hassan Wambui Victor Nafula Kiprop Amina Samuel Nyambura Mutiso Halima Peter Cherono Wekesa Zawadi Ian Moraa Juma Atieno Kelvin Fatuma Githinji Anyango Barasa Makena Abdi".split(
    " ",
  );

export const LAST_NAMES =
  "Mwangi Otieno Kamau Ochieng Wanjiru Kipchoge Mutua Odhiambo Njoroge Wafula Kariuki Chepkoech Omondi Maina Ali Musyoka Cheruiyot Waweru Onyango Kimani Wangari Hussein Koech Nyaga Simiyu Mohamed Gitau Auma Rotich Macharia Ndungu Owino Langat Muthoni Mwikali Barasa Karanja Adan Nyong'o Kiplagat Wairimu Oduya Mbugua Jeptoo Muli Ogola Kinyua Said Bett Mutiso Ndirangu Obura".split(
    " ",
  );

export const STREETS = [
  "Ngong Road 12",
  "Moi Avenue 40",
  "Kenyatta Street 8",
  "Tom Mboya Street 21",
  "Langata Road 3",
  "Oginga Odinga Street 17",
  "Outering Road 66",
  "Biashara Street 5",
  "Nyerere Road 9",
  "Station Road 31",
];

/** Town, county and postal code. */
export const PLACES = [
  ["Nairobi", "Nairobi", "00100"],
  ["Mombasa", "Mombasa", "80100"],
  ["Kisumu", "Kisumu", "40100"],
  ["Nakuru", "Nakuru", "20100"],
  ["Thika", "Kiambu", "01000"],
  ["Eldoret", "Uasin Gishu", "30100"],
  ["Ruiru", "Kiambu", "00232"],
  ["Kikuyu", "Kiambu", "00902"],
  ["Machakos", "Machakos", "90100"],
  ["Nyeri", "Nyeri", "10100"],
  ["Meru", "Meru", "60200"],
  ["Kitale", "Trans Nzoia", "30200"],
  ["Malindi", "Kilifi", "80200"],
  ["Naivasha", "Nakuru", "20117"],
  ["Kakamega", "Kakamega", "50100"],
  ["Kisii", "Kisii", "40200"],
  ["Garissa", "Garissa", "70100"],
  ["Nanyuki", "Laikipia", "10400"],
  ["Kericho", "Kericho", "20200"],
  ["Embu", "Embu", "60100"],
  ["Lamu", "Lamu", "80500"],
] as const;

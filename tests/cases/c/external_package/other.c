static int curl_easy_perform(int x)
{
	return x;
}

int other(void)
{
	return curl_easy_perform(1);
}

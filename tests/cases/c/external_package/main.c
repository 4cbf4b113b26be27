#include <curl/curl.h>

int main(void)
{
	CURL *handle = curl_easy_init();

	return curl_easy_perform(handle);
}
